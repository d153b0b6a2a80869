import { describe, expect, test } from '@jest/globals';
import { staticTools } from '../../../src/adapters/tool-providers/static-tools.js';
import { toolProviderContract } from '../../../src/ports/contracts/tool-provider.js';
import type { Tool } from '../../../src/domain/tool.js';
import { verifies } from '../../requirements.js';
import { toolOf } from './tool-of.js';

describe('staticTools', () => {
  toolProviderContract(
    { describe, test },
    { create: () => staticTools([toolOf('a'), toolOf('b')]), shown: { iteration: 1 } },
  );

  test('shows the list it was given, whatever is done to the array afterwards', async () => {
    verifies('TP-1');
    const tools = [toolOf('a')];
    const provider = staticTools(tools);
    tools.push(toolOf('b'));
    expect((await provider.list({ iteration: 1 })).map((tool) => tool.schema.name)).toEqual(['a']);
  });

  test('refuses two tools of one name, naming it', () => {
    expect(() => staticTools([toolOf('same'), toolOf('same')])).toThrow(/two tools are called "same"/);
  });

  test.each([
    ['nothing', null, /entry 1 is not a tool: it is null/],
    ['no schema', { execute: () => 1 }, /entry 1 is not a tool: it has no schema.name/],
    ['no inputSchema', { schema: { name: 'x' }, execute: () => 1 }, /entry 1 \("x"\).*no schema.inputSchema/],
    ['no execute', { schema: toolOf('x').schema }, /entry 1 \("x"\) is not a tool: it has no execute\(\)/],
  ])('refuses an entry with %s', (_, entry, message) => {
    expect(() => staticTools([toolOf('a'), entry as Tool])).toThrow(message);
  });
});
