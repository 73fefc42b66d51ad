import { crc32, deflateSync, gzipSync } from 'node:zlib';
import { laughs, noise, type Raw } from './hostile-parts.fixture.ts';

export function hostileImages(): Raw[] {
  const gif = Buffer.from('GIF89a\xff\xff\xff\xff\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\xff\xff\xff\xff\0', 'latin1');
  const jpeg = Buffer.from(
    '\xff\xd8\xff\xc0\0\x11\x08\xff\xff\xff\xff\x03\x01\x22\0\x02\x11\x01\x03\x11\x01',
    'latin1',
  );
  const tiffLoop = Buffer.from('II*\0\x08\0\0\0\x01\0\0\x01\x04\0\x01\0\0\0\xff\xff\0\0\x08\0\0\0', 'latin1');
  return [
    {
      what: 'a PNG that claims 60 000 by 60 000 pixels',
      name: 'a.png',
      content: bitPng(60_000, 60_000, deflateSync('x')),
    },
    {
      what: 'a PNG that claims 2^31 - 1 pixels a side',
      name: 'b.png',
      content: bitPng(2 ** 31 - 1, 2 ** 31 - 1, deflateSync('x')),
      repeats: true,
    },
    {
      what: 'a PNG of 32 000 by 32 000 pixels that is all there',
      name: 'c.png',
      content: bitPng(32_000, 32_000, rows(32_000, 4_001)),
    },
    {
      what: 'a PNG that breaks off',
      name: 'd.png',
      content: bitPng(100, 100, deflateSync(Buffer.alloc(2_000))).subarray(0, 60),
    },
    { what: 'a PNG without a single pixel', name: 'e.png', content: bitPng(0, 0, Buffer.alloc(0)) },
    { what: 'a GIF that claims 65 535 by 65 535 pixels', name: 'a.gif', content: gif },
    { what: 'a GIF that breaks off', name: 'b.gif', content: gif.subarray(0, 20), repeats: true },
    { what: 'a JPEG that claims 65 535 by 65 535 pixels', name: 'a.jpg', content: jpeg, repeats: true },
    { what: 'a JPEG of noise', name: 'b.jpg', content: Buffer.concat([jpeg.subarray(0, 4), noise(20_000)]) },
    {
      what: 'a WebP that breaks off',
      name: 'a.webp',
      content: Buffer.from('RIFF\xff\xff\xff\x7fWEBPVP8L\xff\xff\xff\x7f/', 'latin1'),
    },
    { what: 'a TIFF whose directory is its own successor', name: 'a.tif', content: tiffLoop },
    {
      what: 'an AVIF of noise',
      name: 'a.avif',
      content: Buffer.concat([Buffer.from('\0\0\0\x14ftypavif\0\0\0\0avif'), noise(5_000)]),
      repeats: true,
    },
    {
      what: 'a HEIC of noise',
      name: 'a.heic',
      content: Buffer.concat([Buffer.from('\0\0\0\x14ftypheic\0\0\0\0heic'), noise(5_000)]),
    },
  ];
}

export function hostileVectorImages(url: string): Raw[] {
  const svg = (content: string, head = '', size = 'width="100" height="100"') =>
    `<?xml version="1.0"?>${head}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${content}</svg>`;
  const uses = Array.from(
    { length: 40 },
    (_, at) => `<g id="u${at + 1}">${`<use xlink:href="#u${at}"/>`.repeat(10)}</g>`,
  ).join('');
  return [
    {
      what: 'an SVG with a picture elsewhere',
      name: 'a.svg',
      content: svg(`<image href="${url}/svg.png" xlink:href="${url}/svg2.png" width="9" height="9"/>`),
      rendered: true,
    },
    {
      what: 'an SVG with a picture of this machine',
      name: 'b.svg',
      content: svg(
        '<image xlink:href="file:///etc/passwd" width="9" height="9"/><image href="input" width="9" height="9"/>',
      ),
      rendered: true,
    },
    {
      what: 'an SVG with a style sheet and a font elsewhere',
      name: 'c.svg',
      content: svg(
        `<style>@import url(${url}/a.css); @font-face{font-family:x;src:url(${url}/f.woff)} text{font-family:x}</style><text y="50">x</text>`,
        `<?xml-stylesheet href="${url}/b.css"?>`,
      ),
      rendered: true,
    },
    {
      what: 'an SVG that uses a drawing elsewhere and runs a script',
      name: 'd.svg',
      content: svg(`<use xlink:href="${url}/u.svg#a"/><script>fetch("${url}/js")</script><script href="${url}/s.js"/>`),
      rendered: true,
    },
    {
      what: 'an SVG with an entity elsewhere',
      name: 'e.svg',
      content: svg(
        '<text y="50">&x;</text>',
        `<!DOCTYPE svg SYSTEM "${url}/svg.dtd" [<!ENTITY x SYSTEM "${url}/entity">]>`,
      ),
      rendered: true,
    },
    {
      what: 'an SVG with an entity of this machine',
      name: 'f.svg',
      content: svg('<text y="50">&x;</text>', '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
      rendered: true,
      repeats: true,
    },
    {
      what: 'an SVG of a billion laughs',
      name: 'g.svg',
      content: svg('<text y="50">&l12;</text>', `<!DOCTYPE svg [${laughs()}]>`),
      rendered: true,
    },
    {
      what: 'an SVG of uses of uses',
      name: 'h.svg',
      content: svg(`<defs><rect id="u0" width="1" height="1"/>${uses}</defs><use xlink:href="#u40"/>`),
      rendered: true,
    },
    {
      what: 'an SVG of ten to the twelfth pixels',
      name: 'i.svg',
      content: svg('<rect width="9" height="9"/>', '', 'width="1000000" height="1000000"'),
      rendered: true,
    },
    {
      what: 'an SVG that is as wide as it is nothing',
      name: 'j.svg',
      content: svg('<rect width="9" height="9"/>', '', 'width="1e30" height="1e-30"'),
      rendered: true,
    },
    {
      what: 'an SVG a hundred thousand groups deep',
      name: 'k.svg',
      content: svg('<g>'.repeat(100_000) + '</g>'.repeat(100_000)),
      rendered: true,
    },
    {
      what: 'an SVG with an endless filter',
      name: 'l.svg',
      content: svg(
        '<filter id="f" width="1000" height="1000"><feGaussianBlur stdDeviation="1e9"/><feMorphology radius="1e9"/><feTurbulence baseFrequency="9" numOctaves="1000000"/></filter><rect width="99" height="99" filter="url(#f)"/>',
      ),
      rendered: true,
    },
    { what: 'a packed SVG', name: 'm.svg', content: gzipSync(svg('<rect width="9" height="9"/>')) },
  ];
}

/** A PNG of one bit for each pixel. `data`: its compressed rows. */
export function bitPng(width: number, height: number, data: Buffer): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([1, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type), data]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(content));
  return Buffer.concat([size, content, sum]);
}

function rows(count: number, bytes: number): Buffer {
  return deflateSync(Buffer.alloc(count * bytes));
}
