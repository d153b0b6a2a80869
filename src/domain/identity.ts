/** Who a run acts for. It is fixed when the run starts and does not change on resume. Plain JSON, never a secret. */
export interface Identity {
  /** The organisation or account whose data is touched. */
  readonly tenant?: string;
  /** The person or service that asks. */
  readonly principal?: string;
}
