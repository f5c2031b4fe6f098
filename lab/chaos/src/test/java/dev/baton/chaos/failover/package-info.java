/**
 * Tests databases that fail over under load, with real servers: what is lost and what is repeated.
 */
package dev.baton.chaos.failover;
