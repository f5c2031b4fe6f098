/** What operators see of a node from outside: meters, spans; and what they don't: payloads. */
package dev.baton.monitoring;
