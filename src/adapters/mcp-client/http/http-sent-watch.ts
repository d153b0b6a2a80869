import type { Dispatcher } from 'undici';

/** Tells whether a request was written to a connection. */
export interface SentWatch {
  /** False while there is no connection yet, so that not a byte of the request can have reached the server. */
  readonly isSent: boolean;
  readonly interceptor: Dispatcher.DispatcherComposeInterceptor;
}

/** Watches one request, as long as it is not given up. */
export function sentWatch(): SentWatch {
  let isSent = false;
  return {
    get isSent() {
      return isSent;
    },
    interceptor: (dispatch) => (options, handler) =>
      dispatch(options, {
        onRequestStart: (controller, context) => {
          isSent = true;
          handler.onRequestStart?.(controller, context);
        },
        onResponseStart: (...given) => handler.onResponseStart?.(...given),
        onResponseData: (...given) => handler.onResponseData?.(...given),
        onResponseEnd: (...given) => handler.onResponseEnd?.(...given),
        onResponseError: (...given) => handler.onResponseError?.(...given),
      }),
  };
}
