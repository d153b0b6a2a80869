import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { ElicitResult } from '@modelcontextprotocol/sdk/types.js';
import { classOfThrown } from '../../domain/errors.js';
import type { JsonObject } from '../../domain/json.js';
import type { McpClientSettings } from './options.js';

/**
 * Answers the server's forms. Where the application fails to, the form is cancelled, the server is told no reason, and
 * `onEvent` is told that it failed.
 */
export async function answerElicitation(
  client: Client,
  { name, onElicitation, onEvent }: Pick<McpClientSettings, 'name' | 'onElicitation' | 'onEvent'>,
): Promise<void> {
  if (onElicitation === undefined) return;
  const { ElicitRequestSchema } = await import('@modelcontextprotocol/sdk/types.js');
  client.setRequestHandler(ElicitRequestSchema, async ({ params }): Promise<ElicitResult> => {
    if (params.mode === 'url') return { action: 'cancel' };
    const { message, requestedSchema } = params;
    try {
      const schema = JSON.parse(JSON.stringify(requestedSchema)) as JsonObject;
      const { action, content } = await onElicitation({ server: name, message, schema });
      if (action !== 'accept') return { action };
      return { action, content: withDefaults(requestedSchema.properties, content ?? {}) };
    } catch (thrown) {
      const problem = `its form was cancelled: onElicitation threw a ${classOfThrown(thrown)}`;
      onEvent({ type: 'sallyport.mcp.warning', server: name, message: problem });
      return { action: 'cancel' };
    }
  });
}

type Content = NonNullable<ElicitResult['content']>;

/** The content with the defaults of what it leaves out (SEP-1034). A property of any name is only ever an own one. */
function withDefaults(properties: Readonly<Record<string, object>>, content: Content): Content {
  const given = Object.entries(content).filter(([, value]) => value !== undefined);
  const missing = Object.entries(properties).filter(([key]) => !given.some(([name]) => name === key));
  const filled = missing.flatMap(([key, property]) =>
    'default' in property && property.default !== undefined
      ? [[key, property.default as Content[string]]]
      : [],
  );
  return Object.fromEntries([...given, ...filled]) as Content;
}
