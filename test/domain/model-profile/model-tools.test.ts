import { describe, expect, test } from '@jest/globals';
import { modelTools } from '../../../src/domain/model-profile/model-tools.js';
import { MODEL_PROFILES } from '../../../src/domain/model-profile/profile.js';
import { verifies } from '../../requirements.js';

const PAY = {
  name: 'bank.pay',
  description: 'Pays.',
  inputSchema: {
    type: 'object',
    description: 'To whom.',
    properties: { iban: { type: 'string' }, name: { type: 'string' } },
    anyOf: [{ required: ['iban'] }, { required: ['name'] }],
  },
} as const;
const WORDS = 'To whom.\nAt least one of these must hold: (1) "iban" is given; (2) "name" is given.';

describe('modelTools', () => {
  test('gives each tool the name and the schema that the provider takes, in order', () => {
    verifies('C31', 'C32');
    const search = { name: 'search', description: 'Finds.', inputSchema: { type: 'object' } };
    const { tools, names } = modelTools([PAY, search], 'openai');
    expect(tools).toEqual([
      {
        name: names.toModel('bank.pay'),
        description: 'Pays.',
        inputSchema: { type: 'object', properties: PAY.inputSchema.properties, description: WORDS },
      },
      { ...search, inputSchema: { type: 'object', properties: {} } },
    ]);
    expect(names.fromModel(tools[0]?.name ?? '')).toBe('bank.pay');
  });

  test("puts what the root would say into the tool's description where the root takes properties alone", () => {
    verifies('C31');
    const { tools } = modelTools([PAY], 'bedrock');
    expect(tools[0]).toMatchObject({
      description: `Pays.\n${WORDS}`,
      inputSchema: { type: 'object', properties: PAY.inputSchema.properties },
    });
    expect(Object.keys(tools[0]?.inputSchema ?? {})).toEqual(['type', 'properties']);
  });

  test('tells tools of one name apart by their servers', () => {
    verifies('C34');
    for (const profile of MODEL_PROFILES) {
      const { tools, names } = modelTools(
        ['A', 'B'].map((source) => ({ ...PAY, source })),
        profile,
      );
      expect(tools.map(({ name }) => names.sourceOf(name))).toEqual(['A', 'B']);
    }
  });
});
