import { pipeline, type Transform } from 'node:stream';
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
export function decoded(
  body: AsyncIterableIterator<Uint8Array>,
  coding: string = 'identity',
): AsyncIterable<Uint8Array> {
  const name = coding.trim().toLowerCase();
  return name === 'identity' || name === '' ? body : decompressed(body, name);
}

async function* decompressed(
  body: AsyncIterableIterator<Uint8Array>,
  name: string,
): AsyncGenerator<Uint8Array, void> {
  const head = await body.next();
  if (head.done === true) return;
  const decoder = decoderOf(name, head.value);
  if (decoder === undefined) {
    await body.return?.();
    throw unreadable();
  }
  let barren = 0;
  const feed = async function* (): AsyncGenerator<Uint8Array, void> {
    yield head.value;
    for await (const chunk of body) {
      barren += chunk.length;
      if (barren > BARREN_BYTES) throw unreadable();
      yield chunk;
    }
  };
  pipeline(feed, decoder, () => undefined);
  try {
    for await (const chunk of decoder) {
      barren = 0;
      yield chunk as Uint8Array;
    }
  } finally {
    await body.return?.();
  }
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
