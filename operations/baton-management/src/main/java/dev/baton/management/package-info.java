/**
 * The operators' page and its REST interface, for a service to mount: {@link
 * dev.baton.management.Management} answers requests of no framework in particular, {@link
 * dev.baton.management.JdkHttp} brings them from the JDK's own server.
 */
@NullMarked
package dev.baton.management;

import org.jspecify.annotations.NullMarked;
