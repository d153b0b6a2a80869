import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import type { Awaitable } from '../awaitable.js';
import type { CredentialAnswer, CredentialProvider, CredentialRequest } from '../credential-provider.js';
import type { Harness } from './harness.js';

/** A request and the secret that stands in the headers of its credential, as it stands there. */
export interface KnownCredential {
  readonly request: CredentialRequest;
  readonly secret: string;
}

/** One open provider and what it can show. */
export interface CredentialProviderCase {
  readonly provider: CredentialProvider;
  /** A request that is answered `issued`, and the secret in its credential. */
  readonly known: CredentialRequest;
  readonly secret: string;
  /** A service that the provider does not know. */
  readonly unknownService: string;
  /** Further requests, each with a secret of its own: another service, scope, tenant or principal. */
  readonly others?: readonly KnownCredential[];
  /** Requests for an authority that the provider does not have; each must fail. */
  readonly refused?: readonly CredentialRequest[];
  /** A request that needs the user's consent first. */
  readonly consent?: CredentialRequest;
  /** A request whose answer never comes, for the abort of one under way; `started` resolves once it waits. */
  readonly stalled?: { readonly request: CredentialRequest; readonly started: () => Promise<unknown> };
  readonly close?: () => Awaitable<void>;
}

/** How a provider is opened, and which of the optional cases it shows. */
export interface CredentialProviderSubject {
  readonly name: string;
  readonly shows?: readonly ('others' | 'refused' | 'consent' | 'stalled')[];
  open(): Awaitable<CredentialProviderCase>;
}

/** The laws of `CredentialProvider`, as tests. */
export function credentialProviderContract(
  { describe, test }: Harness,
  subject: CredentialProviderSubject,
): void {
  const law = (name: string, body: (opened: CredentialProviderCase) => Promise<void>): void =>
    test(name, async () => {
      const opened = await subject.open();
      try {
        await body(opened);
      } finally {
        await opened.close?.();
      }
    });
  const shows = new Set(subject.shows);

  describe(`CredentialProvider contract: ${subject.name}`, () => {
    law('has an id', async ({ provider }) => {
      assert.ok(typeof provider.id === 'string' && provider.id !== '');
    });

    law(
      'issues a credential whose headers, and nothing else, hold the secret',
      async ({ provider, known, secret }) => {
        const answer = await provider.getCredential(known);
        assert.ok(headersOf(answer).includes(secret));
        assertHides(secret, answer);
        assertHides(secret, provider);
      },
    );

    law('gives the same headers each time they are asked for', async ({ provider, known }) => {
      const answer = await provider.getCredential(known);
      assert.equal(headersOf(answer), headersOf(answer));
    });

    law('issues again when the last credential was refused', async ({ provider, known, secret }) => {
      await provider.getCredential(known);
      const answer = await provider.getCredential({ ...known, forceReauth: true });
      assert.equal(answer.status, 'issued');
      assertHides(secret, answer);
    });

    law('names a service that it does not know, in an error without a secret', async (opened) => {
      await opened.provider.getCredential(opened.known);
      const error = await failureOf(opened, { ...opened.known, service: opened.unknownService });
      assert.ok(
        error instanceof Error && error.message.includes(opened.unknownService),
        'the error names the service',
      );
    });

    for (const service of ['__proto__', 'constructor', 'toString']) {
      law(`knows no service of the name ${service}`, async (opened) => {
        await failureOf(opened, { ...opened.known, service });
      });
    }

    law('refuses a request that is aborted already, with the reason', async (opened) => {
      const reason = new Error('the caller has left');
      assert.equal(await failureOf(opened, { ...opened.known, signal: AbortSignal.abort(reason) }), reason);
    });

    if (shows.has('others')) {
      law(
        'serves nobody another credential, however requests interleave',
        async ({ provider, known, secret, others = [] }) => {
          const all = [{ request: known, secret }, ...others];
          assert.equal(
            new Set(all.map((one) => one.secret)).size,
            all.length,
            'each case has a secret of its own',
          );
          const asked = [...all, ...all.toReversed(), ...all];
          const answers = await Promise.all(asked.map(({ request }) => provider.getCredential(request)));
          answers.forEach((answer, i) => assertHolds(answer, asked[i]?.secret, all));
          for (const one of all) assertHolds(await provider.getCredential(one.request), one.secret, all);
        },
      );
    }

    if (shows.has('refused')) {
      law('fails for an authority that it does not have', async (opened) => {
        assert.ok(opened.refused !== undefined && opened.refused.length > 0);
        for (const request of opened.refused) await failureOf(opened, request);
      });
    }

    if (shows.has('consent')) {
      law('answers, and does not throw, when consent is needed', async ({ provider, consent, secret }) => {
        assert.ok(consent !== undefined);
        const answer = await provider.getCredential(consent);
        assert.ok(answer.status === 'authorization-required');
        const url = new URL(answer.authorizationUrl);
        assert.ok(url.protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname));
        assertHides(secret, answer);
        assertHides(answer.authorizationUrl, provider);
      });
    }

    if (shows.has('stalled')) {
      law('ends a request under way as soon as it is aborted, with the reason', async (opened) => {
        assert.ok(opened.stalled !== undefined);
        const stop = new AbortController();
        const reason = new Error('the caller has left');
        const failure = failureOf(opened, { ...opened.stalled.request, signal: stop.signal });
        await opened.stalled.started();
        stop.abort(reason);
        assert.equal(await failure, reason);
      });
    }
  });
}

function headersOf(answer: CredentialAnswer): string {
  assert.ok(answer.status === 'issued', 'a credential is issued');
  return JSON.stringify(answer.credential.toHeaders());
}

function assertHolds(
  answer: CredentialAnswer,
  secret: string | undefined,
  all: readonly KnownCredential[],
): void {
  const headers = headersOf(answer);
  for (const other of all) assert.equal(headers.includes(other.secret), other.secret === secret);
}

async function failureOf(
  { provider, secret }: CredentialProviderCase,
  request: CredentialRequest,
): Promise<unknown> {
  let thrown: unknown;
  try {
    await provider.getCredential(request);
  } catch (error) {
    thrown = error;
  }
  assert.notEqual(thrown, undefined, 'the request fails');
  assertHides(secret, thrown);
  return thrown;
}

/** Fails when the text can be read off a value by any of the ways a value comes to be printed. */
function assertHides(text: string, value: unknown): void {
  const seen = [
    inspect(value, { depth: Infinity, showHidden: true }),
    JSON.stringify(value) ?? '',
    String(value),
    ...(value instanceof Error
      ? [value.message, value.stack ?? '', inspect(value.cause, { depth: Infinity })]
      : []),
  ];
  assert.ok(!seen.some((shown) => shown.includes(text)), 'a secret can be read where none may be');
}
