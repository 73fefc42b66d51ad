/** A small API client for tests: complete responses, no exceptions for errors. */

export type Answer = {
  status: number;
  headers: Headers;
  /** Parsed JSON, otherwise null. Tests assert its shape. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests assert its shape
  body: any;
  text: string;
  bytes: Buffer;
};

export type Client = {
  api(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** The status of a GET with an endless response, which is then aborted. */
  statusOf(path: string): Promise<number>;
  /** Uploads a small document; `name` goes into the metadata and the file part. */
  upload(
    folderId: number,
    name: string,
    content: string | Buffer,
    metadata?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  /** Uploads a small revision. */
  revise(
    documentId: number,
    fileName: string,
    content: string | Buffer,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  /** Creates a folder at the root of a library and returns its id. */
  folder(libraryId: number, name: string): Promise<number>;
  /** Uploads a document and returns its id. */
  document(folderId: number, name: string, content?: string | Buffer): Promise<number>;
};

/** A client with or without a token. */
export function client(url: string, token: string | null): Client {
  const auth: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
  const send = async (
    method: string,
    path: string,
    body: string | FormData | null,
    headers: Record<string, string>,
  ) => {
    const response = await fetch(new URL(path, url), {
      method,
      headers: { ...auth, ...headers },
      body,
      redirect: 'manual',
    });
    return answerOf(response);
  };
  const api: Client['api'] = async (method, path, body, headers = {}) =>
    body === undefined
      ? send(method, path, null, headers)
      : send(method, path, JSON.stringify(body), { 'content-type': 'application/json', ...headers });
  type Form = { content: string | Buffer; metadata?: unknown; headers?: Record<string, string> | undefined };
  const sendForm = (path: string, fileName: string, { content, metadata, headers = {} }: Form) => {
    const form = new FormData();
    if (metadata !== undefined) form.set('metadata', JSON.stringify(metadata));
    form.set('file', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), fileName);
    return send('POST', path, form, headers);
  };
  const upload: Client['upload'] = (folderId, name, content, metadata, headers) =>
    sendForm(`/api/folders/${folderId}/documents`, name, { content, metadata, headers });
  const statusOf: Client['statusOf'] = async (path) => {
    const response = await fetch(new URL(path, url), { headers: auth });
    await response.body?.cancel();
    return response.status;
  };
  return {
    api,
    statusOf,
    upload,
    revise: (documentId, fileName, content, headers) =>
      sendForm(`/api/documents/${documentId}/revisions`, fileName, { content, headers }),
    folder: async (libraryId, name) =>
      mustBe(await api('POST', `/api/libraries/${libraryId}/folders`, { FolderName: name }), 201).body.FolderId,
    document: async (folderId, name, content = `content of ${name}`) =>
      mustBe(await upload(folderId, name, content), 201).body.DocumentId,
  };
}

async function answerOf(response: Response): Promise<Answer> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const text = bytes.toString();
  const isJson = /json/.test(response.headers.get('content-type') ?? '') && text !== '';
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : null, text, bytes };
}

function mustBe(answer: Answer, status: number): Answer {
  if (answer.status !== status) throw new Error(`Expected ${status}, got ${answer.status}: ${answer.text}`);
  return answer;
}
