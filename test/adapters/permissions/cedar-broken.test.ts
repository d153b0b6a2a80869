import { expect, test } from '@jest/globals';
import { loadCedar } from '../../../src/adapters/permissions/cedar-load.js';
import type { CedarAnswer } from '../../../src/adapters/permissions/cedar-module.js';
import { cedarPolicy } from '../../../src/adapters/permissions/cedar-policy.js';
import { InvalidOptionError } from '../../../src/domain/errors.js';
import { ask } from './cedar-support.js';

const PERMIT = 'permit(principal, action, resource)';

test('a Cedar that breaks at a request denies it', async () => {
  const cedar = await loadCedar();
  const statefulIsAuthorized = (): CedarAnswer => {
    throw new RangeError('Maximum call stack size exceeded');
  };
  const load = () => Promise.resolve({ ...cedar, statefulIsAuthorized });
  expect(await ask(await cedarPolicy({ policies: `${PERMIT};`, load }), 'send')).toMatchObject({
    result: 'deny',
    rationale: 'Cedar refused the request: it could not be read',
  });
});

// The last test of the file: Cedar may stay broken.
test('a policy nested so deep that Cedar breaks is refused', async () => {
  const condition = `${'('.repeat(5_000)}true${')'.repeat(5_000)}`;
  const deep = cedarPolicy({ policies: `${PERMIT} when { ${condition} };` });
  await expect(deep).rejects.toThrow(InvalidOptionError);
  await expect(deep).rejects.toThrow(/nested too deep/);
});
