/**
 * The REST interface: a table of routes ({@link dev.baton.management.rest.Routes}), each a small
 * class. What a route takes is declared as data, so that reading, refusing and describing it are
 * one.
 */
@NullMarked
package dev.baton.management.rest;

import org.jspecify.annotations.NullMarked;
