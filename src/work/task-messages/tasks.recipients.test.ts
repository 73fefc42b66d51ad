/** Recipients of messages about every event, from a real SMTP server (docs/api/tasks.md#messages). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeTask, taskBody } from '../../../test/factories/tasks.ts';
import { startApp } from '../../../test/harness.ts';
import type { World } from '../../../test/world.ts';
import { startMailServer } from '../../platform/mail/mail-server.fixture.ts';
import { DAY_MS, must, runExpiry, takeMails, takeMessages } from '../tasks/tasks.fixture.ts';

const server = await startMailServer();
const app = await startApp({ smtpUrl: server.url, webUrl: 'http://web.test' });

const mails = () => takeMails(app, server);
const messagesTo = (...people: { userId: number }[]) => takeMessages(app, ...people);

/** A site admin, who may name recipients, asks bob to approve a document whose name tries to be markup. */
async function worldWithRecipients(more: object = {}) {
  const w = await app.world();
  const name = '[@TaskId=1]<b>Plan.txt';
  const documentId = await w.admin.document(await w.admin.folder(w.admin.libraryId, 'Plans'), 'Plan.txt');
  await app.sql`update documents set name = ${name} where document_id = ${documentId}`;
  const recipients = [`x@${w.deploymentId}.told.test`, `y@${w.deploymentId}.told.test`];
  const taskId = await makeTask(app, w.admin, w.bob.email, documentId, { Recipients: recipients, ...more });
  return { ...w, documentId, taskId, path: `/api/tasks/${taskId}`, recipients, name };
}

async function loggedOf({ deploymentId }: World, documentId: number) {
  const rows = await app.sql`
    select activity_type as type, user_id as "userId", library_id is not null as "inLibrary", details from activity
    where deployment_id = ${deploymentId} and document_id = ${documentId} and activity_type <> 'DocumentCreated'
    order by activity_id`;
  return rows.map(({ type, userId, inLibrary, details }) => [type, userId, inLibrary, details]);
}

const NOTE = 'You’re receiving this email because Admin added you to the updates of this task.';

test('a new task is mailed to its assignee with a link, and to update recipients without one', async () => {
  const w = await worldWithRecipients({ Instructions: 'Look <here>.\r\nThen [@UserId=1]decide[/].' });
  const { admin, bob, documentId, taskId, recipients, name } = w;
  const opening = `Admin (${admin.email})`;
  const due = '9 March 2026 at 10:00 UTC';
  const html = async () => {
    await app.runJobs();
    return server.received.map(({ mail }) => mail.html ?? '');
  };
  for (const page of await html()) {
    assert.match(page, /“\[@TaskId=1\]&lt;b&gt;Plan\.txt”/);
    assert.match(page, /Look &lt;here&gt;\.<br \/>Then \[@UserId=1\]decide\[\/\]\./);
  }
  assert.deepEqual(await mails(), {
    [bob.email]: [
      `Admin asks you to approve “${name}”`,
      [
        `${opening} asks you to approve the document “${name}”. Please approve or deny it by ${due}.`,
        'Instructions:',
        'Look <here>.\nThen [@UserId=1]decide[/].',
        `Open the task:\nhttp://web.test/tasks/${taskId}`,
      ].join('\n\n'),
    ],
    ...Object.fromEntries(
      recipients.map((address) => [
        address,
        [
          `Approval of “${name}”: requested`,
          [
            `${opening} asks Bob (${bob.email}) to approve the document “${name}” by ${due}.`,
            'Instructions:',
            'Look <here>.\nThen [@UserId=1]decide[/].',
            NOTE,
          ].join('\n\n'),
        ],
      ]),
    ),
  });
  assert.deepEqual(await messagesTo(admin, bob), [
    [],
    [
      `[@UserId=${admin.userId}]Admin[/] requests your [@TaskId=${taskId}]approval[/] of ` +
        `[@DocumentId=${documentId}]\\[@TaskId=1]<b>Plan.txt[/]`,
    ],
  ]);
  const [created, ...more] = await loggedOf(w, documentId);
  assert.deepEqual([created?.slice(0, 3), more], [['TaskCreated', admin.userId, true], []]);
});

test('a decision is mailed with its comment to the creator and update recipients, and logged', async () => {
  for (const [Decision, verb, type] of [
    ['Approve', 'approved', 'TaskApproved'],
    ['Deny', 'denied', 'TaskDenied'],
  ] as const) {
    const w = await worldWithRecipients();
    const { admin, bob, documentId, taskId, recipients, name } = w;
    await mails();
    await messagesTo(admin, bob);
    await must(bob, 'PATCH', `${w.path}/complete`, { Decision, Comment: 'Well,\nyes & no.' });
    const decisionText = [
      `Bob (${bob.email}) ${verb} version 1 of the document “${name}”.`,
      'Comment:',
      'Well,\nyes & no.',
    ];
    const forRecipients = [`Approval of “${name}”: ${verb}`, [...decisionText, NOTE].join('\n\n')];
    assert.deepEqual(await mails(), {
      [admin.email]: [
        `Bob ${verb} “${name}”`,
        [...decisionText, `Open the task:\nhttp://web.test/tasks/${taskId}`].join('\n\n'),
      ],
      ...Object.fromEntries(recipients.map((address) => [address, forRecipients])),
    });
    assert.deepEqual(await messagesTo(admin, bob), [
      [
        `[@UserId=${bob.userId}]Bob[/] ${verb} version 1 of [@DocumentId=${documentId}]\\[@TaskId=1]<b>Plan.txt[/] ` +
          `([@TaskId=${taskId}]view task[/])`,
      ],
      [],
    ]);
    const details = { taskId, assignee: bob.email };
    const [decided, ...after] = (await loggedOf(w, documentId)).slice(1);
    assert.deepEqual(decided?.slice(0, 3), [type, bob.userId, true]);
    assert.deepEqual(after, [['DocumentComment', bob.userId, true, { ...details, comment: 'Well,\nyes & no.' }]]);
  }
  const w = await worldWithRecipients();
  await mails();
  await must(w.bob, 'PATCH', `${w.path}/complete`, { Decision: 'Deny', Comment: ' ' });
  assert.equal((await mails())[w.admin.email]?.[1].includes('Comment'), false);
  assert.deepEqual(
    (await loggedOf(w, w.documentId)).map(([type]) => type),
    ['TaskCreated', 'TaskDenied'],
  );
});

test('an ending without a decision sends the messages of the table', async () => {
  const cases = [
    {
      type: 'TaskCancelled',
      subject: 'canceled',
      says: 'was canceled.',
      end: (w: TaskWorld) => must(w.admin, 'PATCH', `${w.path}/cancel`),
      notices: (w: TaskWorld) => [
        [],
        [`[@UserId=${w.admin.userId}]Admin[/] canceled the ${approval(w)} of ${mentioned(w)}`],
      ],
      by: (w: TaskWorld) => w.admin.userId,
    },
    {
      type: 'TaskCancelled',
      subject: 'canceled',
      says: 'was canceled because the document was permanently deleted.',
      end: (w: TaskWorld) => must(w.admin, 'DELETE', `/api/documents/${w.documentId}?purge=true`),
      notices: (w: TaskWorld) => [
        [],
        [`The ${approval(w)} of \\[@TaskId=1]<b>Plan.txt was canceled because the document was permanently deleted`],
      ],
      by: (w: TaskWorld) => w.admin.userId,
    },
    {
      type: 'TaskExpired',
      subject: 'expired',
      says: 'expired without a decision on',
      end: async () => {
        app.clock.advance(7 * DAY_MS);
        await runExpiry(app);
      },
      notices: (w: TaskWorld) => {
        const expired = `The ${approval(w)} of ${mentioned(w)} expired without a decision`;
        return [[expired], [expired]];
      },
      by: () => null,
    },
    {
      type: 'TaskDeleted',
      subject: 'deleted',
      says: 'was deleted.',
      end: (w: TaskWorld) => must(w.admin, 'DELETE', w.path),
      notices: () => [[], []],
      by: (w: TaskWorld) => w.admin.userId,
    },
  ];
  // Tasks of other tests expire first.
  app.clock.advance(7 * DAY_MS);
  await runExpiry(app);
  for (const { type, subject, says, end, notices, by } of cases) {
    const w = await worldWithRecipients();
    await mails();
    await messagesTo(w.admin, w.bob);
    await end(w);
    const sent = await mails();
    assert.deepEqual(Object.keys(sent).sort(), w.recipients);
    for (const [heading, text] of Object.values(sent)) {
      assert.equal(heading, `Approval of “${w.name}”: ${subject}`);
      assert.ok(text.includes(`“${w.name}” ${says}`), text);
      assert.ok(text.includes(`Admin (${w.admin.email}) had requested it from Bob (${w.bob.email}).`), text);
      assert.ok(!text.includes('http'), text);
    }
    assert.deepEqual(await messagesTo(w.admin, w.bob), notices(w));
    const logged = (await loggedOf(w, w.documentId)).find(([kind]) => kind === type);
    assert.deepEqual(logged, [type, by(w), true, { taskId: w.taskId, assignee: w.bob.email }]);
  }
});

type TaskWorld = Awaited<ReturnType<typeof worldWithRecipients>>;

const approval = ({ taskId }: TaskWorld) => `[@TaskId=${taskId}]approval[/]`;

const mentioned = ({ documentId }: TaskWorld) => `[@DocumentId=${documentId}]\\[@TaskId=1]<b>Plan.txt[/]`;

test('deleted users get no messages, and keep their addresses with .inactive', async () => {
  const w = await worldWithRecipients({ Recipients: null });
  const another = await w.addPerson('Other-admin', { isSiteAdmin: true });
  await mails();
  await must(another, 'DELETE', `/api/users/${w.admin.userId}`);
  await messagesTo(w.admin, w.bob);
  assert.equal((await w.bob.api('GET', w.path)).body.Creator, `${w.admin.email}.inactive1`);
  // The library of the creator lies in the trash until somebody takes it out.
  const refused = await w.bob.api('PATCH', `${w.path}/complete`, { Decision: 'Approve' });
  assert.equal(refused.status, 404);
  await must(another, 'PATCH', `/api/libraries/${w.admin.libraryId}/restore`);
  await must(w.bob, 'PATCH', `${w.path}/complete`, { Decision: 'Approve' });
  assert.deepEqual([await mails(), await messagesTo(w.admin, w.bob)], [{}, [[], []]]);

  const again = await worldWithRecipients({ Recipients: null });
  await mails();
  await must(again.admin, 'DELETE', `/api/users/${again.bob.userId}`);
  await messagesTo(again.bob);
  const task = (await again.admin.api('GET', again.path)).body;
  assert.deepEqual([task.Assignee, task.AccessEndsAt], [`${again.bob.email}.inactive1`, null]);
  await must(again.admin, 'PATCH', `${again.path}/cancel`);
  assert.deepEqual([await mails(), await messagesTo(again.bob)], [{}, [[]]]);
});

test('a refused request mails nobody and notifies nobody', async () => {
  const w = await worldWithRecipients();
  await mails();
  await messagesTo(w.admin, w.bob);
  await w.bob.api('PATCH', `${w.path}/cancel`);
  await w.admin.api('PATCH', `${w.path}/complete`, { Decision: 'Approve' });
  await w.bob.api('POST', '/api/tasks', taskBody(app, w.documentId, w.ann.email));
  assert.deepEqual([await mails(), await messagesTo(w.admin, w.bob, w.ann)], [{}, [[], [], []]]);
});
