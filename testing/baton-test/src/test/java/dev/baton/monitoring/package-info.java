/** Tests what operators see of a node from outside: meters and spans, but no payloads. */
package dev.baton.monitoring;
