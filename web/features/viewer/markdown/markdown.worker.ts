/** Turns Markdown into HTML, which is not safe yet. In a worker, because a hostile text can take long. */
import { marked } from 'marked';
import { withoutHandlers } from '../frame/without-handlers.ts';

self.addEventListener('message', ({ data }: MessageEvent<string>) => {
  self.postMessage(withoutHandlers(marked.parse(data, { async: false, gfm: true })));
});
