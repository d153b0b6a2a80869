/** What is called in place of `fetch`, for every request of a connection. */
export type FetchFunction = (input: string | URL, init?: RequestInit) => Promise<Response>;
