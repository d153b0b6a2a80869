import type { CallEffect } from '../dispatch/effect.js';

/** What the shell has to do for a run. */
export type RunEffect =
  | { readonly type: 'run_input' | 'ask_model' | 'run_output' }
  | { readonly type: 'call'; readonly callId: string; readonly effect: CallEffect };
