import type { APIRoute } from 'astro';
import { editorConfig } from '../../content/editor/config.ts';
import { site } from '../../site.config.ts';

/** The editor's configuration, which it fetches when it starts. */
export const GET: APIRoute = ({ site: origin }) =>
  Response.json(editorConfig(new URL(origin ?? site.url).origin));
