import { expect, test } from './fixtures.ts';

test('the page opens under a sub-path, says its name and keeps to its own host', async ({
  page,
  baseURL,
}) => {
  await page.goto('./');
  await expect(page).toHaveTitle(/Fenceline/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(new URL(baseURL ?? '').pathname);
});

test('the content-security policy allows scripts from the page itself only', async ({ page, watch }) => {
  watch.allow(/inline script violates the following Content Security Policy/);
  await page.goto('./');
  const policy = page.locator('meta[http-equiv="Content-Security-Policy"]');
  await expect(policy).toHaveAttribute('content', /default-src 'none'; script-src 'self';/);

  const ran = await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'document.documentElement.dataset["injected"] = "yes"';
    document.head.append(script);
    return document.documentElement.dataset['injected'];
  });
  expect(ran).toBeUndefined();
});

test('the fixtures see an error in the console', async ({ page, watch }) => {
  await page.goto('./');
  // oxlint-disable-next-line no-console -- this runs in the page
  await page.evaluate(() => console.error('on purpose'));
  await expect.poll(() => watch.take()).toEqual({ errors: ['console: on purpose'], foreign: [] });
});

test('the fixtures see an uncaught error in the page', async ({ page, watch }) => {
  await page.goto('./');
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('on purpose');
    });
  });
  await expect.poll(() => watch.take().errors).toEqual(['page: on purpose']);
});

test('the fixtures see a request to another host', async ({ page, watch }) => {
  await page.goto('./');
  // Nothing listens there; that it was asked is what counts.
  await page.goto('http://127.0.0.1:1/').catch(() => undefined);
  expect(watch.take().foreign).toEqual(['http://127.0.0.1:1/']);
});
