import type { RequestListener } from 'node:http';
import { isApiTarget, originForm } from './gateway/target.ts';

/** One origin out of two parts, as CloudFront makes it: the API under its prefix, else the site. */
export function front(api: RequestListener, site: RequestListener): RequestListener {
  return (request, response) => {
    request.url = originForm(request.url ?? '/');
    return (isApiTarget(request.url) ? api : site)(request, response);
  };
}
