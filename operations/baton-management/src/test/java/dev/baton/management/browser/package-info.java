/**
 * The page in a real Chromium, before the real server and the real engine. The browser is driven by
 * the W3C WebDriver protocol over the JDK's HTTP client: the dozen commands that are needed are
 * fewer lines than the dependencies of a client library, and ChromeDriver comes with the browser,
 * so the two always fit.
 */
package dev.baton.management.browser;
