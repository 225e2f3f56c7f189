/**
 * The part of libheif that we use, as Emscripten binds it; the package describes the functions beneath.
 * Source: libheif, `libheif/api/libheif/heif_emscripten.h`.
 */
declare module 'libheif-js/wasm-bundle.js' {
  interface Context {
    readonly kind: 'context';
  }
  interface Handle {
    readonly kind: 'handle';
  }
  interface Decoded {
    readonly kind: 'decoded';
  }
  interface HeifError {
    readonly code: object;
    readonly message: string;
  }
  const libheif: {
    heif_context_alloc(): Context;
    heif_context_free(context: Context): void;
    heif_context_read_from_memory(context: Context, file: Uint8Array): HeifError;
    heif_js_context_get_primary_image_handle(context: Context): Handle | HeifError;
    heif_image_handle_release(handle: Handle): void;
    heif_js_decode_image2(
      handle: Handle,
      colorspace: object,
      chroma: object,
    ): Promise<
      | HeifError
      | {
          readonly image: Decoded;
          /** Interleaved pixels are one channel; `stride` counts the bytes from row to row. */
          readonly channels: readonly {
            readonly width: number;
            readonly height: number;
            readonly stride: number;
            readonly data: Uint8Array;
          }[];
        }
    >;
    heif_image_release(image: Decoded): void;
    readonly heif_error_code: { readonly heif_error_Ok: object };
    readonly heif_colorspace: { readonly heif_colorspace_RGB: object };
    readonly heif_chroma: {
      readonly heif_chroma_interleaved_RGB: object;
      readonly heif_chroma_interleaved_RGBA: object;
    };
  };
  export default libheif;
}
