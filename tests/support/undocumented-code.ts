import * as z from 'zod/mini';
import { codesOf } from '../../src/contract/openapi/codes.ts';
import { documentedNames } from '../../src/contract/openapi/documented.ts';

const refusalLine = z.object({ route: z.enum(documentedNames), code: z.string() });

/**
 * What a line of the functions' log gives away: a route and the code with which it refused, where the
 * description of the API does not name that code for that route.
 */
export function undocumentedCode(line: string): string | undefined {
  const read = refusalLine.safeParse(parsed(line));
  if (!read.success) return undefined;
  const { route, code } = read.data;
  return codesOf(route).some((one) => one === code) ? undefined : `${route}: ${code}`;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
