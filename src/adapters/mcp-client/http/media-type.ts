import type { HttpResponse } from './http-send.js';

/** The kind of an answer's body, in lower case and without parameters; empty where it does not say. */
export function mediaType(response: HttpResponse): string {
  const [type = ''] = (response.header('content-type') ?? '').split(';', 1);
  return type.trim().toLowerCase();
}
