import type { Json, JsonObject } from '../json.js';
import type { ProfileRules } from './profile.js';
import { described, sayKeywords } from './words.js';

/** The schema without the keywords that the profile does not take; these, and those lost before, in words. */
export function keepTaken(
  schema: JsonObject,
  rules: ProfileRules,
  note: (text: string) => void,
  lostBefore: JsonObject = {},
): JsonObject {
  const taken = new Map<string, Json>();
  const lost = new Map<string, Json>(Object.entries(lostBefore));
  for (const [keyword, value] of Object.entries(schema)) {
    (rules.keywords?.has(keyword) === false ? lost : taken).set(keyword, value);
  }
  for (const keyword of lost.keys()) note(`"${keyword}" is put in words.`);
  return described(Object.fromEntries(taken), sayKeywords(lost));
}
