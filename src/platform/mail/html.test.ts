import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html } from './html.ts';
import { renderEmail } from './render-email.ts';

test('text inserted into markup is escaped, in elements and in attributes', () => {
  const name = `<b onclick="x('y')">&</b>`;
  const escaped = '&lt;b onclick=&quot;x(&#39;y&#39;)&quot;&gt;&amp;&lt;/b&gt;';
  assert.equal(html`<a title="${name}">${name}</a>`.markup, `<a title="${escaped}">${escaped}</a>`);
});

test('markup and lists of markup are inserted unchanged', () => {
  const items = ['a', '<'].map((text) => html`<i>${text}</i>`);
  assert.equal(html`<b>${items}${3}</b>`.markup, '<b><i>a</i><i>&lt;</i>3</b>');
});

test('an email has the same content as text and as HTML, in the colors of the deployment', () => {
  const email = renderEmail(
    { Name: 'Smith & Sons', Color: '#aa0000' },
    {
      subject: 'Hello',
      paragraphs: ['One <1>', 'Two'],
      action: { label: 'Open it', url: 'https://carrel.test/x?a=1&b=2#c' },
      note: 'Small print',
    },
  );
  assert.equal(email.subject, 'Hello');
  assert.equal(
    email.text,
    'One <1>\n\nTwo\n\nOpen it:\nhttps://carrel.test/x?a=1&b=2#c\n\nSmall print\n\n-- \nSmith & Sons\n',
  );
  assert.match(email.html, /<p>One &lt;1&gt;<\/p><p>Two<\/p>/);
  assert.match(email.html, /href="https:\/\/carrel\.test\/x\?a=1&amp;b=2#c"/);
  assert.match(email.html, /color:#aa0000"><!--logo-->Smith &amp; Sons<.*background:#aa0000">Open it</s);
  assert.match(email.html, /Small print/);
});

test('without branding emails use the name Carrel', () => {
  const email = renderEmail({ Name: null, Color: null }, { subject: 'Hello', paragraphs: ['One'] });
  assert.equal(email.text, 'One\n\n-- \nCarrel\n');
  assert.doesNotMatch(email.html, /<a /);
});
