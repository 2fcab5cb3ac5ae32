import { spawn } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import puppeteer, { type Page } from 'puppeteer-core';
import { Builder, By, until, type WebDriver } from 'selenium-webdriver';
import { vi } from 'vitest';
import { freePort } from '../embedded/processes.ts';

/** The browsers besides Chromium, from packages, each by the protocol that it speaks without a program from elsewhere. */

/** How long a page has for what is asked of it. */
const MILLIS = 30_000;

/** A page of a browser. Its parts are named by CSS, are waited for, and are used by pointer and keys. */
export interface Screen {
  readonly open: (url: string) => Promise<void>;
  readonly click: (css: string) => Promise<void>;
  readonly type: (css: string, text: string) => Promise<void>;
  /** The first part's text; null if there is none. */
  readonly text: (css: string) => Promise<string | null>;
}

/** A browser of its own for each screen, as each device has one. */
export interface Browser {
  readonly screen: () => Promise<Screen>;
  /** What pages failed at, as Firefox tells it; WebKit's driver doesn't. */
  readonly errors: readonly string[];
  readonly close: () => Promise<void>;
}

const textOf = (css: string) => document.querySelector(css)?.textContent ?? null;

const firefoxScreen = (page: Page): Screen => {
  page.setDefaultTimeout(MILLIS);
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
  };
};

const openFirefox = async (executablePath: string): Promise<Browser> => {
  const opened: { close: () => Promise<void> }[] = [];
  const errors: string[] = [];
  return {
    screen: async () => {
      const window = await puppeteer.launch({ browser: 'firefox', executablePath });
      opened.push(window);
      const page = await window.newPage();
      page.on('pageerror', (error) => errors.push(String(error)));
      page.on('console', (said) => {
        if (said.type() === 'error') errors.push(said.text());
      });
      return firefoxScreen(page);
    },
    errors,
    close: async () => {
      for (const window of opened) await window.close();
    },
  };
};

const webKitScreen = (window: WebDriver): Screen => {
  const part = async (css: string) => {
    const found = await window.wait(until.elementLocated(By.css(css)), MILLIS);
    await window.wait(until.elementIsEnabled(found), MILLIS);
    return window.wait(until.elementIsVisible(found), MILLIS);
  };
  return {
    open: (url) => window.get(url),
    click: async (css) => (await part(css)).click(),
    type: async (css, text) => {
      const field = await part(css);
      await field.clear();
      await field.sendKeys(text);
    },
    text: (css) => window.executeScript(textOf, css),
  };
};

/** WebKitGTK's own small browser, in a display of its own that nobody sees, by a driver that has one session. */
const openWebKit = async (binary: string): Promise<Browser> => {
  const opened: { close: () => Promise<void> }[] = [];
  return {
    screen: async () => {
      const origin = `http://127.0.0.1:${await freePort()}`;
      const { pid } = spawn('xvfb-run', ['-a', 'WebKitWebDriver', `--port=${new URL(origin).port}`], {
        stdio: 'ignore',
        // A group of processes, which ends as a whole.
        detached: true,
      });
      const listens = () =>
        fetch(`${origin}/status`).then(
          ({ ok }) => ok,
          () => false,
        );
      await vi.waitUntil(listens, { timeout: MILLIS });
      const window = await new Builder()
        .usingServer(origin)
        .withCapabilities({
          browserName: 'MiniBrowser',
          'webkitgtk:browserOptions': { binary, args: ['--automation'] },
        })
        .build();
      opened.push({
        close: async () => {
          await window.quit();
          if (pid !== undefined) process.kill(-pid);
        },
      });
      return webKitScreen(window);
    },
    errors: [],
    close: async () => {
      for (const window of opened) await window.close();
    },
  };
};

const FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];
const MINI_BROWSER = '/usr/{lib,lib/*,libexec}/webkit2gtk-4.*/MiniBrowser';

/** By the name of its engine: what opens it, or what would bring it to this machine. */
export const BROWSERS = [
  {
    name: 'Firefox',
    open: openFirefox,
    program: FIREFOX.find(existsSync),
    bringer: 'apt-get install firefox-esr',
  },
  {
    name: 'WebKit',
    open: openWebKit,
    program: existsSync('/usr/bin/WebKitWebDriver') ? globSync(MINI_BROWSER).at(0) : undefined,
    bringer: 'apt-get install webkit2gtk-driver xvfb',
  },
] as const;
