/** What about a text from elsewhere may hide something from a person, or command a model. */
export type SuspectKind = 'zero-width' | 'direction-mark' | 'tag-character' | 'instruction';

/** Of a flag that is drawn from tag characters, the whole of it. */
const FLAG = /\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{1,6}\u{E007F}/gu;
/** A joiner where a script or a picture needs it: after a mark, a picture or an Arabic letter. */
const NEEDED_JOINER =
  /(?<=[\p{M}\p{Script=Arabic}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d](?=[\p{L}\p{Extended_Pictographic}])/gu;
/** The variant of a Chinese character. */
const NEEDED_VARIANT = /(?<=\p{Script=Han})[\u{E0100}-\u{E01EF}]/gu;

const ZERO_WIDTH = /[\u00ad\u115f\u1160\u180e\u200b-\u200d\u2060-\u2064\u3164\ufeff\uffa0]|\u034f/gu;
const DIRECTION_MARK = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const TAG_CHARACTER = /[\u{E0000}-\u{E0FFF}]/gu;

/** Markup by which a text gives itself a rank that it does not have. */
const RANKED =
  /<[\s/]{0,4}(?:important|instructions?|system|critical|secret|hidden|override|admin|assistant)\b/iu;
/** Words that command the reader to leave what it was told, or to keep something from the user. */
const COMMANDS: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override)\s{1,9}(?:\w{1,12}\s{1,9}){0,3}(?:previous|prior|above|earlier|preceding)\b/iu,
  /\b(?:do not|don['’]t|never)\s{1,9}(?:tell|inform|mention|show|reveal)\s(?:\w{1,12}\s){0,4}(?:the|to)?\s?user\b/iu,
];

/**
 * Says what a text has that a tool's description does not need: invisible characters, marks that turn the direction of
 * text, Unicode tags (which hide a whole second text), and words or markup that command a model. Characters that a script,
 * an emoji or a flag is made of do not count. A finding is a reason to look, and no proof.
 */
export function suspectText(text: string): readonly SuspectKind[] {
  const needless = text.replace(FLAG, '').replace(NEEDED_JOINER, '').replace(NEEDED_VARIANT, '');
  const visible = needless.replace(ZERO_WIDTH, '').replace(DIRECTION_MARK, '').replace(TAG_CHARACTER, '');
  const read = visible.normalize('NFKC');
  const found: SuspectKind[] = [];
  if (has(ZERO_WIDTH, needless)) found.push('zero-width');
  if (has(DIRECTION_MARK, needless)) found.push('direction-mark');
  if (has(TAG_CHARACTER, needless)) found.push('tag-character');
  if (RANKED.test(read) || COMMANDS.some((command) => command.test(read))) found.push('instruction');
  return found;
}

function has(characters: RegExp, text: string): boolean {
  return text.search(characters) >= 0;
}
