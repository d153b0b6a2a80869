import type { JsonObject } from '../json.js';
import { keepTaken } from './keep-taken.js';
import { openApiForm } from './open-api-form.js';
import { plainForm, withItems } from './plain-form.js';
import type { ProfileRules } from './profile.js';

/**
 * A schema that was written out, in the keywords that the profile takes; the others are said in its description. The
 * schemas inside it are fitted already, but for those of a choice where the profile has references written out.
 */
export function fitted(schema: JsonObject, rules: ProfileRules, note: (text: string) => void): JsonObject {
  if (rules.keywords === undefined) return withItems(schema);
  const form = plainForm(schema);
  if (rules.openApi) return openApiForm(form, rules, note);
  const { anyOf } = form;
  if (!Array.isArray(anyOf)) return keepTaken(form, rules, note);
  const branches = anyOf as readonly JsonObject[];
  return keepTaken({ ...form, anyOf: branches.map((branch) => fitted(branch, rules, note)) }, rules, note);
}
