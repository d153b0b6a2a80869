import { describe, expect, test } from '@jest/globals';
import { InvalidOptionError, SallyportError, textOfThrown } from '../../src/domain/errors.js';
import { verifies } from '../requirements.js';

describe('errors', () => {
  test('an error carries its code, its class as its name, and its cause', () => {
    verifies('V22');
    const cause = new Error('why');
    const error = new InvalidOptionError('no', { cause });
    expect(error).toMatchObject({
      code: 'ERR_INVALID_OPTION',
      name: 'InvalidOptionError',
      message: 'no',
      cause,
    });
    expect(error).toBeInstanceOf(Error);
  });

  test('an error of another installed copy is known by its brand; others are not', () => {
    verifies('V22');
    const foreign = Object.defineProperty(new Error('x'), Symbol.for('sallyport.error'), { value: true });
    expect(SallyportError.is(foreign)).toBe(true);
    expect(SallyportError.is(new InvalidOptionError('x'))).toBe(true);
    for (const other of [new Error('x'), { code: 'ERR_X' }, null, undefined, 'x'])
      expect(SallyportError.is(other)).toBe(false);
  });

  test.each<[string, () => unknown, string]>([
    ['undefined', () => undefined, 'undefined was thrown'],
    ['null', () => null, 'null was thrown'],
    ['a string', () => 'disk full', 'disk full'],
    ['an empty string', () => '', 'an empty string was thrown'],
    ['a number', () => 7, 'a number was thrown'],
    ['an error without a message', () => new TypeError(''), 'TypeError'],
    ['an object with a message', () => ({ message: 'told' }), 'told'],
    [
      'an error whose cause is itself',
      () => Object.assign(new Error('round'), { cause: undefined }),
      'round',
    ],
    [
      'an object that throws when it is read',
      () =>
        Object.defineProperty({}, 'message', {
          get: () => {
            throw new Error('trap');
          },
        }),
      'something was thrown that cannot be read',
    ],
  ])('what was thrown always has a text: %s', (_, make, text) => {
    verifies('V22');
    const thrown = make();
    if (thrown instanceof Error && thrown.message === 'round') thrown.cause = thrown;
    expect(textOfThrown(thrown)).toBe(text);
  });
});
