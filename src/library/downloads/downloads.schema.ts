const binary = { schema: { type: 'string', format: 'binary' } };

/** The OpenAPI responses of a content. */
export const CONTENT_RESPONSES = {
  200: { description: 'The content, as an attachment.', content: { 'application/octet-stream': binary } },
  206: { description: 'The part named by Range.', content: { 'application/octet-stream': binary } },
  304: { description: 'The copy named by If-None-Match is good.', type: 'null' },
};

/** The same for a preview. */
export const PREVIEW_RESPONSES = {
  ...CONTENT_RESPONSES,
  200: { description: 'The content, in a type that browsers show and never run.', content: { '*/*': binary } },
  206: { description: 'The part named by Range.', content: { '*/*': binary } },
};
