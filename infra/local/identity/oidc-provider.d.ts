/**
 * The part of `oidc-provider` 9 that the local stand-in uses; the package has no types.
 * Source: "node-oidc-provider API documentation" in its repository.
 */
declare module 'oidc-provider' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

  export type Claims = Readonly<Record<string, string | boolean>>;

  export interface KoaContext {
    readonly cookies: {
      set(name: string, value: null, options: Readonly<Record<string, unknown>>): void;
    };
    body: unknown;
    set(name: string, value: string): void;
    readonly oidc: {
      readonly client: { readonly clientId: string };
      readonly params: { readonly scope: string };
      readonly provider: Provider;
      readonly session: {
        readonly accountId: string;
        grantIdFor(clientId: string): string | undefined;
      };
    };
  }

  export interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  export interface Interaction {
    readonly params: { readonly ui_locales?: string };
  }

  export type InteractionResult =
    | { readonly login: { readonly accountId: string } }
    | { readonly error: string; readonly error_description: string };

  /** The storage of one kind of the provider's models. */
  export interface Adapter {
    upsert(id: string, payload: AdapterPayload, expiresInSeconds?: number): Promise<void>;
    find(id: string): Promise<AdapterPayload | undefined>;
    findByUid(uid: string): Promise<AdapterPayload | undefined>;
    findByUserCode(userCode: string): Promise<AdapterPayload | undefined>;
    destroy(id: string): Promise<void>;
    consume(id: string): Promise<void>;
    revokeByGrantId(grantId: string): Promise<void>;
  }

  export interface AdapterPayload {
    readonly uid?: string;
    readonly grantId?: string;
    readonly consumed?: number;
  }

  export class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>);
    readonly Grant: {
      new (owner: { accountId: string; clientId: string }): Grant;
      find(id: string): Promise<Grant | undefined>;
    };
    readonly Session: {
      get(ctx: KoaContext): Promise<{ readonly accountId?: string; destroy(): Promise<void> }>;
    };
    callback(): RequestListener;
    cookieName(type: 'session'): string;
    createContext(request: IncomingMessage, response: ServerResponse): KoaContext;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: InteractionResult,
    ): Promise<void>;
    on(event: 'server_error', listener: (ctx: KoaContext, error: Error) => void): this;
  }

  export const errors: { readonly SessionNotFound: new () => Error };
}
