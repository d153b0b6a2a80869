/** A promise that the test settles, and the fact that somebody has come to it. */
export interface Gate<T = void> {
  readonly opened: Promise<T>;
  readonly reached: Promise<void>;
  /** Called by who waits at the gate. */
  wait(): Promise<T>;
  open(value: T): void;
}

export function gate<T = void>(): Gate<T> {
  let open: (value: T) => void = () => undefined;
  let reach: () => void = () => undefined;
  const opened = new Promise<T>((resolve) => (open = resolve));
  const reached = new Promise<void>((resolve) => (reach = resolve));
  const wait = (): Promise<T> => {
    reach();
    return opened;
  };
  return { opened, reached, wait, open: (value) => open(value) };
}
