// runs alone: the environment of the process changes, and its memory is measured
/** Every malicious file, also those that repeat the attack of another: the suite takes one of each attack. */
process.env['TEST_EVERY_HOSTILE_FILE'] = 'yes';
await import('../../src/content/thumbnails/thumbnails.hostile.test.ts');
await import('../../src/content/extraction/large.test.ts');
