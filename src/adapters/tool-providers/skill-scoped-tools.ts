import { InvalidOptionError } from '../../domain/errors.js';
import { shapeOf } from '../../domain/json.js';
import type { Tool } from '../../domain/tool.js';
import type { ToolListContext, ToolProvider } from '../../ports/tool-provider.js';
import { staticTools } from './static-tools.js';

const NOTHING: readonly Tool[] = Object.freeze([]);

/**
 * Shows its tools only in turns in which the skill is active: `activeSkillId` is this skill, or `activeSkillIds` names
 * it. `tools` is a list, or a provider, which is then asked only while the skill is active.
 *
 * @throws InvalidOptionError for an empty skill id, and as `staticTools` does for the list
 */
export function skillScopedTools(skillId: string, tools: readonly Tool[] | ToolProvider): ToolProvider {
  if (typeof skillId !== 'string' || skillId === '') {
    throw new InvalidOptionError(
      `skillScopedTools takes a skill id first: a non-empty string, not ${shapeOf(skillId)}.`,
    );
  }
  const inner = 'list' in Object(tools) ? (tools as ToolProvider) : staticTools(tools as readonly Tool[]);
  return {
    id: `skill:${skillId}`,
    list: (context) => (isActive(skillId, context) ? inner.list(context) : NOTHING),
  };
}

function isActive(skillId: string, { activeSkillId, activeSkillIds }: ToolListContext): boolean {
  return activeSkillId === skillId || activeSkillIds?.includes(skillId) === true;
}
