/** Descriptions in the metadata of a picture: EXIF, IPTC and XMP. */
import { decodeEntities, elementsOf } from '../xml-text.ts';

export type PictureMetadata = { exif?: Buffer | undefined; iptc?: Buffer | undefined; xmp?: Buffer | undefined };

/** Its texts, each once. */
export function textsOfPicture({ exif, iptc, xmp }: PictureMetadata): string[] {
  const all = [
    ...(exif === undefined ? [] : textsOfExif(exif)),
    ...(iptc === undefined ? [] : textsOfIptc(iptc)),
    ...(xmp === undefined ? [] : textsOfXmp(xmp.toString('utf8'))),
  ];
  return [...new Set(all.map((text) => text.replaceAll('\0', '').trim()))].filter((text) => text !== '');
}

/** ImageDescription, Artist, Copyright. */
const EXIF_TEXTS = new Set([0x010e, 0x013b, 0x8298]);
/** Title, comment, author, keywords and subject as Windows writes them, in UTF-16. */
const EXIF_WIDE = new Set([0x9c9b, 0x9c9c, 0x9c9d, 0x9c9e, 0x9c9f]);
const ENTRY_BYTES = 12;

/** The first directory of the TIFF that EXIF is. */
function textsOfExif(exif: Buffer): string[] {
  const tiff = exif.toString('latin1', 0, 4) === 'Exif' ? exif.subarray(6) : exif;
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const read = (at: number, bytes: 2 | 4) => {
    if (at < 0 || at + bytes > tiff.length) return 0;
    return isLittle ? tiff.readUIntLE(at, bytes) : tiff.readUIntBE(at, bytes);
  };
  const start = read(4, 4);
  const found: string[] = [];
  for (let entry = 0; entry < read(start, 2); entry += 1) {
    const at = start + 2 + entry * ENTRY_BYTES;
    if (at + ENTRY_BYTES > tiff.length) break;
    const [tag, length] = [read(at, 2), read(at + 4, 4)];
    if (!EXIF_TEXTS.has(tag) && !EXIF_WIDE.has(tag)) continue;
    const from = length <= 4 ? at + 8 : read(at + 8, 4);
    const value = tiff.subarray(from, from + length);
    found.push(value.toString(EXIF_WIDE.has(tag) ? 'utf16le' : 'utf8'));
  }
  return found;
}

/** Records of the second kind: title, keyword, author, city, country, headline, caption. */
const IPTC_TEXTS = new Set([5, 25, 80, 90, 101, 105, 120]);

function textsOfIptc(iptc: Buffer): string[] {
  const found: string[] = [];
  for (let at = iptc.indexOf('\x1c\x02', 0, 'latin1'); at !== -1 && at + 5 <= iptc.length;) {
    const length = iptc.readUInt16BE(at + 3);
    if (IPTC_TEXTS.has(iptc[at + 2] ?? 0)) found.push(iptc.toString('utf8', at + 5, at + 5 + length));
    at = iptc.indexOf('\x1c\x02', at + 5 + length, 'latin1');
  }
  return found;
}

const XMP_TEXTS = ['dc:title', 'dc:description', 'dc:subject', 'dc:creator', 'photoshop:Headline', 'photoshop:City'];

function textsOfXmp(xmp: string): string[] {
  return XMP_TEXTS.flatMap((name) => [
    ...Array.from(elementsOf(xmp, name), ({ inner }) => inner),
    ...Array.from(xmp.matchAll(new RegExp(`\\s${name}="([^"]{1,2000})"`, 'g')), ([, value = '']) => value),
  ]).flatMap((inner) => {
    const items = Array.from(elementsOf(inner, 'rdf:li'), (item) => item.inner);
    return (items.length === 0 ? [inner] : items).map((text) => decodeEntities(text.replaceAll(/<[^>]*>/g, ' ')));
  });
}
