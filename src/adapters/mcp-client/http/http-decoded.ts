import { pipeline, type Readable, type Transform } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { HttpSendError } from './http-send-error.js';

/** A zlib stream says in the low bits of its first byte that it is one; a bare deflate stream does not. */
const ZLIB_METHOD_BITS = 0x0f;
const ZLIB_DEFLATE = 0x08;

/** What comes out is handed on as it comes in, and a stream that was cut gives what there is. */
const STREAMING = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
const STREAMING_BROTLI = {
  flush: constants.BROTLI_OPERATION_FLUSH,
  finishFlush: constants.BROTLI_OPERATION_FLUSH,
};

/** How much of a compressed body may come in before anything comes out of it: more is no content. */
const BARREN_BYTES = 1024 * 1024;

/**
 * A body without its content coding. One coding is taken off and no more: a body that is compressed twice is a bomb.
 * It is read at the pace of the reader, and closed when the reader stops.
 */
export async function* decoded(body: Readable, coding = 'identity'): AsyncGenerator<Uint8Array, void> {
  const name = coding.trim().toLowerCase();
  if (name === 'identity' || name === '') return yield* chunks(body);
  const coded = chunks(body);
  const head = await coded.next();
  if (head.done === true) return;
  const decoder = decoderOf(name, head.value);
  if (decoder === undefined) {
    body.destroy();
    throw unreadable();
  }
  let barren = 0;
  const feed = async function* (): AsyncGenerator<Uint8Array, void> {
    yield head.value;
    for await (const chunk of coded) {
      barren += chunk.length;
      if (barren > BARREN_BYTES) throw unreadable();
      yield chunk;
    }
  };
  pipeline(feed, decoder, () => undefined);
  try {
    for await (const chunk of chunks(decoder)) {
      barren = 0;
      yield chunk;
    }
  } finally {
    body.destroy();
  }
}

async function* chunks(stream: Readable): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of stream) yield chunk as Uint8Array;
}

function unreadable(): HttpSendError {
  return new HttpSendError({ code: 'HTTP_CONTENT_ENCODING', sent: true });
}

function decoderOf(name: string, head: Uint8Array): Transform | undefined {
  if (name === 'gzip' || name === 'x-gzip') return createGunzip(STREAMING);
  if (name === 'br') return createBrotliDecompress(STREAMING_BROTLI);
  if (name !== 'deflate') return undefined;
  const isZlib = ((head[0] ?? 0) & ZLIB_METHOD_BITS) === ZLIB_DEFLATE;
  return isZlib ? createInflate(STREAMING) : createInflateRaw(STREAMING);
}
