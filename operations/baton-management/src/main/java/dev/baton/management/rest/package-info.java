/**
 * The REST interface: a table of routes ({@link dev.baton.management.rest.Routes}), each a small
 * class. A route declares its parameters as data, from which requests are read and validated and
 * the OpenAPI description is built.
 */
@NullMarked
package dev.baton.management.rest;

import org.jspecify.annotations.NullMarked;
