import { owned, type Requirement } from './requirement.js';

/** ID: identity and credentials. */
export const identity: readonly Requirement[] = owned('remote', {
  'ID-1':
    'A provider answers issued or authorization-required; a credential gives headers and hides its secret from enumeration',
  'ID-2':
    'A declared need is resolved right before execute; without a provider it fails at build, or at the call for a tool listed later, before anything runs',
  'ID-3':
    'Static tokens, AgentCore identity and Vault are providers, only thrown errors are retried, and no token is in an error',
  'ID-4': 'A needed authorization pauses the run, or tells the model where so set',
});
