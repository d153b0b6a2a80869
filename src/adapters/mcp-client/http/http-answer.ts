import { setTimeout as delay } from 'node:timers/promises';
import { AnswerRefused } from './answer-refused.js';
import { bodyText } from './body-text.js';
import type { HttpCall } from './http-call.js';
import { HttpSendError } from './http-send-error.js';
import type { HttpResponse } from './http-send.js';
import { jsonMessages, type GivenMessage } from './json-messages.js';
import { mediaType } from './media-type.js';
import { SseReader } from './sse-reader.js';

/** How often in a row a stream is taken up again and nothing comes. */
const MAX_RESUMES = 4;
const FIRST_RESUME_MS = 500;

/** A stream that has answered is read on for this long, so that its connection can be used again; then it is closed. */
const LINGER_BYTES = 64 * 1024;
const LINGER_MS = 1_000;

/** What the reading of an answer needs of the connection. */
export interface AnswerWire {
  /** Takes in what came for a call; settles the call that it answers. */
  take(message: GivenMessage): void;
  /** What has come for now was taken in. */
  flush(): void;
  /** Opens the stream of a call again, behind an event. */
  resume(lastEventId: string, signal: AbortSignal): Promise<HttpResponse>;
}

/** @throws HttpSendError for an answer of another kind than the protocol knows */
export function checkAnswer(response: HttpResponse): void {
  const type = mediaType(response);
  if (type === 'application/json' || type === 'text/event-stream') return;
  response.discard();
  throw new HttpSendError({ code: 'HTTP_CONTENT_TYPE', sent: true });
}

/**
 * Reads the answer to a call, which is JSON or an event stream, until it has come or can come no more.
 *
 * @throws AnswerRefused when it is over the call's budget
 */
export async function readAnswer(response: HttpResponse, call: HttpCall, wire: AnswerWire): Promise<void> {
  if (mediaType(response) === 'application/json') {
    const text = await bodyText(response.body, call.budget.maxMessageBytes);
    for (const message of jsonMessages(text)) wire.take(message);
    return;
  }
  let reader = new SseReader(call.budget);
  await readStream(response, reader, call, wire);
  for (let barren = 0; barren < MAX_RESUMES && !call.isSettled; barren++) {
    const { lastEventId, retryMs } = reader;
    if (lastEventId === undefined) return;
    await delay(retryMs ?? FIRST_RESUME_MS * 2 ** barren, undefined, { signal: call.signal });
    const resumed = await wire.resume(lastEventId, call.signal).catch(() => undefined);
    if (resumed === undefined) continue;
    if (isRefusal(resumed)) return resumed.discard();
    reader = new SseReader(call.budget, reader);
    await readStream(resumed, reader, call, wire);
    if (reader.hasMoved) barren = -1;
  }
}

/** Reads a stream to its end, which a cut is too. */
async function readStream(
  response: HttpResponse,
  reader: SseReader,
  call: HttpCall,
  wire: AnswerWire,
): Promise<void> {
  let lingered = 0;
  let timer: NodeJS.Timeout | undefined;
  try {
    for await (const chunk of response.body) {
      if (call.isSettled) {
        lingered += chunk.length;
        if (lingered > LINGER_BYTES) return;
        continue;
      }
      for (const text of reader.push(chunk)) {
        for (const message of jsonMessages(text)) wire.take(message);
        if (call.isSettled) break;
      }
      wire.flush();
      if (call.isSettled) timer = setTimeout(() => call.giveUp(), LINGER_MS);
    }
  } catch (thrown) {
    if (thrown instanceof AnswerRefused) throw thrown;
  } finally {
    clearTimeout(timer);
  }
}

/** Whether the stream cannot be taken up again, by the status or the kind of what came. */
function isRefusal(response: HttpResponse): boolean {
  return mediaType(response) !== 'text/event-stream' || response.status !== 200;
}
