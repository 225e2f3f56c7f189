import type { APIRoute } from 'astro';
import { editorConfig } from '../../content/editor/config.ts';
import { site } from '../../site.config.ts';

/** The configuration, which the editor fetches at its start. */
export const GET: APIRoute = ({ site: origin }) =>
  Response.json(editorConfig(new URL(origin ?? site.url).origin));
