import { AnswerRefused } from './answer-refused.js';
import { TextGatherer } from './text-gatherer.js';
import { TOO_LARGE } from '../result/unusable-answer.js';

/**
 * The text of a body.
 *
 * @throws AnswerRefused as soon as it is over the limit
 */
export async function bodyText(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string> {
  const gathered = new TextGatherer();
  for await (const chunk of body) {
    if (gathered.length + chunk.length > maxBytes) throw new AnswerRefused(TOO_LARGE);
    gathered.push(chunk);
  }
  return gathered.takeText();
}
