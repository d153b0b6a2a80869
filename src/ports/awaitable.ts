/** A value or a promise of it: an adapter that has its answer at hand gives it without a promise. */
export type Awaitable<T> = T | PromiseLike<T>;
