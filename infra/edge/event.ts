/** A header or a field of a query as CloudFront passes it to a function. */
export interface Field {
  value: string;
  multiValue?: readonly { readonly value: string }[];
}

export interface CookieField {
  value: string;
  attributes?: string;
}

export interface EdgeRequest {
  readonly method: string;
  uri: string;
  readonly querystring: Readonly<Record<string, Field>>;
  readonly headers: Record<string, Field>;
  readonly cookies: Readonly<Record<string, CookieField>>;
}

export interface EdgeResponse {
  statusCode: number;
  statusDescription?: string;
  readonly headers: Record<string, Field>;
  readonly cookies?: Readonly<Record<string, CookieField>>;
}

/**
 * The argument of a CloudFront function.
 * Source: "CloudFront Functions event structure" in the CloudFront developer guide.
 */
export interface EdgeEvent {
  readonly context: { readonly requestId: string };
  readonly viewer: { readonly ip: string };
  readonly request: EdgeRequest;
}

export interface EdgeResponseEvent extends EdgeEvent {
  readonly response: EdgeResponse;
}

/** Headers in CloudFront's form. */
export function fieldsOf(headers: Readonly<Record<string, string>>): Record<string, Field> {
  const fields: Record<string, Field> = {};
  for (const name of Object.keys(headers)) fields[name] = { value: headers[name] ?? '' };
  return fields;
}

/** The headers of an edge function's answer in Node's form. */
export function headersOf({ headers }: EdgeResponse): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const name of Object.keys(headers)) plain[name] = headers[name]?.value ?? '';
  return plain;
}

/** The query as it was sent, with its question mark; empty when there is none. */
export function queryOf(querystring: EdgeRequest['querystring']): string {
  const pairs: string[] = [];
  for (const name of Object.keys(querystring)) {
    const field = querystring[name];
    if (field === undefined) continue;
    for (const { value } of field.multiValue ?? [field]) {
      pairs.push(value === '' ? name : `${name}=${value}`);
    }
  }
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}
