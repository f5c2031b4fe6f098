/**
 * The operators' page and its REST interface, which a service mounts. {@link
 * dev.baton.management.Management} handles requests independently of any framework. {@link
 * dev.baton.management.JdkHttp} receives them with the JDK's own server.
 */
@NullMarked
package dev.baton.management;

import org.jspecify.annotations.NullMarked;
