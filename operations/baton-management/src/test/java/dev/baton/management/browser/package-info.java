/**
 * Tests the page in a real Chromium, with the real server and the real engine. The tests control
 * the browser with the W3C WebDriver protocol and the JDK's HTTP client. The tests need only a
 * dozen commands, so a client library isn't worth its dependencies. ChromeDriver comes with the
 * browser, so the two always match.
 */
package dev.baton.management.browser;
